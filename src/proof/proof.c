#include "proof/proof.h"

#include "base/ids.h"

#include <stdlib.h>
#include <string.h>

void proof_destroy(struct proof *proof)
{
    if (!proof)
        return;
    vec_free(&proof->cubes);
    vec_free(&proof->places);
    vec_free(&proof->members);
    mem_free(proof);
}

uint32_t proof_add(struct proof *proof, enum proof_reason reason, uint32_t node)
{
    const struct proof_cube cube = {.reason = reason,
                                    .node = node,
                                    .pos = {proof->places.len, 0},
                                    .neg = {proof->places.len, 0},
                                    .members = {proof->members.len, 0}};

    vec_push(&proof->cubes, cube);
    return proof->cubes.len - 1;
}

void proof_pos(struct proof *proof, place_id p)
{
    struct proof_cube *cube = vec_top(&proof->cubes);

    ASSERT(!cube->neg.len);
    vec_push(&proof->places, p);
    cube->pos.len++;
    cube->neg.from++;
}

void proof_neg(struct proof *proof, place_id p)
{
    vec_push(&proof->places, p);
    vec_top(&proof->cubes)->neg.len++;
}

static void add_member(struct proof *proof, struct proof_member member)
{
    vec_push(&proof->members, member);
    vec_top(&proof->cubes)->members.len++;
}

void proof_active(struct proof *proof, trans_id t, uint32_t cube)
{
    add_member(proof, (struct proof_member){t, true, cube});
}

void proof_blocked(struct proof *proof, trans_id t, place_id scapegoat)
{
    add_member(proof, (struct proof_member){t, false, scapegoat});
}

void proof_sort(struct proof *proof)
{
    const struct proof_cube *cube = vec_top(&proof->cubes);
    place_id *places = proof->places.at;

    if (cube->pos.len)
        ids_sort(places + cube->pos.from, cube->pos.len);
    if (cube->neg.len)
        ids_sort(places + cube->neg.from, cube->neg.len);
    if (cube->members.len) /* by trans, the first field */
        qsort(proof->members.at + cube->members.from, cube->members.len,
              sizeof *proof->members.at, ids_compare);
}

struct net_place_span proof_places(const struct proof *proof,
                                   struct proof_span span)
{
    if (!span.len)
        return (struct net_place_span){NULL, 0};
    return (struct net_place_span){proof->places.at + span.from, span.len};
}

const struct proof_member *proof_members(const struct proof *proof,
                                         const struct proof_cube *cube)
{
    return cube->members.len ? proof->members.at + cube->members.from : NULL;
}
