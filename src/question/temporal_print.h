/* temporal_print.h - formulas of CTL as text that formula_parser.h reads. */
#ifndef TEMPORAL_PRINT_H
#define TEMPORAL_PRINT_H

#include "base/text.h"
#include "question/temporal.h"

/* Appends quantified[part] with its quantifier, with all names in quotes. */
void temporal_print_quantified(const struct temporal *temporal,
                               const struct net *net, uint32_t part,
                               text_buffer *text);

#endif
