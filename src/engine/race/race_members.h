/* race_members.h - which engines race.
 *
 * A set of racers has the bits 1 << number in ENGINES_RACING (engines.h). */
#ifndef RACE_MEMBERS_H
#define RACE_MEMBERS_H

#include "engine/engine.h"

/* The racers that may take part: those of the option, 0 for all; with a
 * certificate, the engines that prove their answers. */
unsigned race_members_wanted(unsigned racers, bool certifies);

/* Does one of the racers answer yes or no to every question that it does not
 * refuse, if nothing stops it? */
bool race_members_are_complete(unsigned racers);

/* The wanted racers (0: all) that take part.  An engine that refuses a question
 * stays out, and so does an engine that does not check the relation of a user;
 * an engine with is_last takes part for formulas only where no complete engine
 * does, one that stays apart only if it is wanted, and one with `races` only
 * for such goals, unless some are wanted. */
unsigned race_members_of(unsigned wanted, enum dep_kind kind,
                         const struct net *net, const struct goal *goals,
                         uint32_t n_goals);

#endif
