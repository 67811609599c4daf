#include "answer/partial.h"

#include <string.h>

void partial_finish(struct partial_search *partial)
{
    vec_free(&partial->roots);
    vec_free(&partial->answers);
    vec_free(&partial->words);
}

void partial_clear(struct partial_search *partial)
{
    vec_clear(&partial->roots);
    vec_clear(&partial->answers);
    vec_clear(&partial->words);
    partial->sums = (struct partial_sums){0};
    partial->is_beyond = false;
    partial->reason = STOP_DONE;
}

void partial_add_root(struct partial_search *partial,
                      const struct partial_name *name)
{
    const struct partial_root root = {partial->words.len, name->n_path,
                                      name->n_trans};

    vec_append_n(&partial->words, name->path, name->n_path);
    vec_append_n(&partial->words, name->trans, name->n_trans);
    vec_push(&partial->roots, root);
}

struct partial_name partial_name_of(const struct partial_search *partial,
                                    uint32_t i)
{
    const struct partial_root *const root = &partial->roots.at[i];

    return (struct partial_name){
        .path = partial_at(partial, root->at),
        .trans = partial_at(partial, root->at + root->n_path),
        .n_path = root->n_path,
        .n_trans = root->n_trans,
    };
}

void partial_add_sums(struct partial_sums *sum, const struct partial_sums *own)
{
    if (own->maximal_configurations &&
        (!sum->maximal_configurations ||
         own->min_configuration < sum->min_configuration))
        sum->min_configuration = own->min_configuration;
    if (own->max_configuration > sum->max_configuration)
        sum->max_configuration = own->max_configuration;
    if (own->tree_depth > sum->tree_depth)
        sum->tree_depth = own->tree_depth;
    sum->maximal_configurations += own->maximal_configurations;
    sum->total_length += own->total_length;
    sum->pushes += own->pushes;
    sum->extensions += own->extensions;
    sum->tested += own->tested;
    sum->work += own->work;
}

/* --- messages ------------------------------------------------------------- */

struct partial_head {
    struct partial_sums sums;
    uint32_t is_beyond, reason, n_roots, n_answers, n_words, unused;
};

_Static_assert(sizeof(struct partial_head) % sizeof(uint32_t) == 0, "words");
_Static_assert(sizeof(struct partial_root) % sizeof(uint32_t) == 0, "words");
_Static_assert(sizeof(struct partial_answer) % sizeof(uint32_t) == 0, "words");

enum {
    HEAD_WORDS = sizeof(struct partial_head) / sizeof(uint32_t),
    ROOT_WORDS = sizeof(struct partial_root) / sizeof(uint32_t),
    ANSWER_WORDS = sizeof(struct partial_answer) / sizeof(uint32_t),
};

void partial_pack(const struct partial_search *partial, partial_words *words)
{
    const uint32_t n_roots = ROOT_WORDS * partial->roots.len;
    const uint32_t n_answers = ANSWER_WORDS * partial->answers.len;
    const struct partial_head head = {
        .sums = partial->sums,
        .is_beyond = partial->is_beyond,
        .reason = (uint32_t)partial->reason,
        .n_roots = partial->roots.len,
        .n_answers = partial->answers.len,
        .n_words = partial->words.len,
    };

    vec_append_n(words, &head, HEAD_WORDS);
    vec_append_n(words, partial->roots.at, n_roots);
    vec_append_n(words, partial->answers.at, n_answers);
    vec_append_n(words, partial->words.at, head.n_words);
}

bool partial_unpack(const uint32_t *words, size_t n,
                    struct partial_search *partial)
{
    struct partial_head head;
    size_t n_roots, n_answers;

    partial_clear(partial);
    if (n < HEAD_WORDS)
        return false;
    memcpy(&head, words, sizeof head);
    n_roots = (size_t)ROOT_WORDS * head.n_roots;
    n_answers = (size_t)ANSWER_WORDS * head.n_answers;
    if (n != HEAD_WORDS + n_roots + n_answers + head.n_words)
        return false;
    partial->sums = head.sums;
    partial->is_beyond = head.is_beyond;
    partial->reason = (enum answer_stop)head.reason;
    words += HEAD_WORDS;
    vec_append_n(&partial->roots, words, head.n_roots);
    words += n_roots;
    vec_append_n(&partial->answers, words, head.n_answers);
    vec_append_n(&partial->words, words + n_answers, head.n_words);
    return true;
}
