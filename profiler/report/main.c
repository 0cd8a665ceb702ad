/*
 * main.c - the program `samplepoint`.
 */
#include "profiler/report/report.h"

int main(int argc, char **argv)
{
    return sp_report_main(argc, argv);
}
