/* cadical_status.h - what CaDiCaL answers. */
#ifndef CADICAL_STATUS_H
#define CADICAL_STATUS_H

/* 0 is none of them: it gave up. */
enum { CADICAL_STATUS_SATISFIABLE = 10, CADICAL_STATUS_UNSATISFIABLE = 20 };

#endif
