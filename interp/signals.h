/* signals.h - the signals of the command monosp; an embedder keeps its own. */
#ifndef MONOSP_SIGNALS_H
#define MONOSP_SIGNALS_H

/* Before the program's first instruction. */
void signals_init(void);

#endif
