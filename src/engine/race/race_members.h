/* race_members.h - which engines race.
 *
 * A set of racers has the bits 1 << number in ENGINES_RACING (engines.h). */
#ifndef RACE_MEMBERS_H
#define RACE_MEMBERS_H

#include "engine/engine.h"

/* A bit beside the wanted racers: if all racers are wanted, engines that race
 * only for some questions take part for other questions, too. */
enum { RACE_MEMBERS_EVERY = 1 << 30 };

/* The racers that may take part: those of the option, 0 for all; with a
 * certificate, the engines that prove their answers. */
unsigned race_members_wanted(unsigned racers, bool certifies);

/* Those of the wanted racers that infer (engine.h); 0: none does. */
unsigned race_members_inferring(unsigned wanted);

/* Does one of the racers answer yes or no to every question that it does not
 * refuse, if nothing stops it? */
bool race_members_are_complete(unsigned racers);

/* The wanted racers (0: all) that take part.  An engine that refuses a question
 * stays out, and so does an engine that does not check the relation of a user;
 * one with ENGINE_IS_LAST takes part for formulas only where none decides, and
 * one with `races` only for such goals, unless some are wanted, or
 * RACE_MEMBERS_EVERY is. */
unsigned race_members_of(unsigned wanted, enum dep_kind kind,
                         const struct net *net, const struct goal *goals,
                         uint32_t n_goals);

#endif
