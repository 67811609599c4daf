/* formula_part.h - a formula as a part of another one. */
#ifndef FORMULA_PART_H
#define FORMULA_PART_H

#include "question/formula_builder.h"

/* A node of the builder that is this formula. */
uint32_t formula_part(struct formula_builder *b, const struct formula *formula);

/* One that says that p is marked, or empty. */
uint32_t formula_part_place(struct formula_builder *b, place_id p, bool marked);

#endif
