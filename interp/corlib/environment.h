/*
 * environment.h - what init.c gives to System.Environment.
 */
#ifndef MONOSP_ENVIRONMENT_H
#define MONOSP_ENVIRONMENT_H

/* Program first, then its arguments; copied. */
void environment_set_command_line(int argc, char **argv);

#endif
