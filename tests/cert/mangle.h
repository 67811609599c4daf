/* mangle.h - certificates, proofs and nets with one change. */
#ifndef MANGLE_H
#define MANGLE_H

#include "proof/proof.h"
#include "question/goal.h"
#include "random.h"

#include <stddef.h>

/* A change of a word in a text. */
enum mangle_word {
    MANGLE_DROP,
    MANGLE_TWICE,
    MANGLE_SWAP,  /* with the next word */
    MANGLE_OTHER, /* becomes another word of the text */
    MANGLE_MORE,  /* a number becomes the next one, another word loses a letter
                   */
    MANGLE_LESS,
    MANGLE_DROP_LINE,
    MANGLE_TWICE_LINE,
    MANGLE_SWAP_LINE,
    MANGLE_KINDS
};

/* The number of words: between white space, or in quotes. */
uint32_t mangle_words(const char *text);

/* The text with word number i, or its line, changed; the caller frees it. */
char *mangle_text(const char *text, uint32_t i, enum mangle_word how,
                  struct random *random);

/* Makes one change that proof_check() accepts. */
void mangle_proof(struct proof *proof, const struct net *net,
                  struct random *random);
struct proof *mangle_copy(const struct proof *proof);

/* The net with one arc or token changed; it may be unsafe. */
struct net *mangle_net(const struct net *net, struct random *random);

#endif
