#ifndef PROCESSORS_H
#define PROCESSORS_H

/*
 * On which processors a fork runs. A fork copies each page that it writes first. If its threads run on several processors, each
 * copy interrupts the others (TLB shootdown), which costs as much as printing a small document.
 */

/* Keeps this thread on one of the processors that it may use: the one at this place, counted round. */
void use_one_processor(int place);

/* Lets a fork run on all processors that this process may use. Returns 0. */
int use_all_processors(int pid);

#endif
