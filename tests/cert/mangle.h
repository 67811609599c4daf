/* mangle.h - certificates, proofs and nets with one thing changed. */
#ifndef MANGLE_H
#define MANGLE_H

#include "answer/proof.h"
#include "net/goal.h"
#include "random.h"

#include <stddef.h>

/* What is done to a word of a text. */
enum mangle_word {
    MANGLE_DROP,
    MANGLE_TWICE,
    MANGLE_SWAP,  /* with the next one */
    MANGLE_OTHER, /* becomes another word of the text */
    MANGLE_MORE,  /* a number becomes the next one, a word loses a letter */
    MANGLE_LESS,
    MANGLE_DROP_LINE,
    MANGLE_TWICE_LINE,
    MANGLE_SWAP_LINE,
    MANGLE_KINDS
};

/* How many words there are: between white space, or in quotes. */
uint32_t mangle_words(const char *text);

/* The text with word number i changed, or the line in which it stands; to be
 * freed. */
char *mangle_text(const char *text, uint32_t i, enum mangle_word how,
                  struct random *random);

/* Changes one thing, so that proof_check() still passes. */
void mangle_proof(struct proof *proof, const struct net *net,
                  struct random *random);
struct proof *mangle_copy(const struct proof *proof);

/* The net with one arc or token changed; it may be unsafe. */
struct net *mangle_net(const struct net *net, struct random *random);

#endif
