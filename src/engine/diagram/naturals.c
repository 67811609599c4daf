#include "engine/diagram/naturals.h"

void naturals_add(naturals_number *to, const mp_limb_t *limbs, uint32_t len)
{
    vec_fit(to, len);
    if (len && mpn_add(to->at, to->at, to->len, limbs, len))
        vec_push(to, 1);
}

void naturals_push(naturals_list *list, const naturals_number *number)
{
    vec_append(&list->all, number);
    vecs_close(list);
}

void naturals_add_times(naturals_number *to, const naturals_list *list,
                        uint32_t i, uint32_t times)
{
    const mp_limb_t *const limbs = vecs_at(list, i);
    const uint32_t len = vecs_len(list, i);
    mp_limb_t carry;

    if (!len)
        return;
    vec_fit(to, len);
    carry = mpn_addmul_1(to->at, limbs, len, times);
    if (to->len > len)
        carry = mpn_add_1(to->at + len, to->at + len, to->len - len, carry);
    if (carry)
        vec_push(to, carry);
}

uint64_t naturals_small(const naturals_number *number)
{
    const uint32_t half = GMP_NUMB_BITS / 2;
    uint64_t small = 0;
    mpz_t view;

    if (mpz_sizeinbase(mpz_roinit_n(view, number->at, (mp_size_t)number->len),
                       2) > 63)
        return UINT64_MAX;
    for (uint32_t i = number->len; i-- > 0;)
        small = small << half << half | number->at[i];
    return small;
}

char *naturals_text(const naturals_number *number)
{
    mpz_t view;
    char *text;

    (void)mpz_roinit_n(view, number->at, (mp_size_t)number->len);
    text = mem_alloc(mpz_sizeinbase(view, 10) + 2, 1);
    return mpz_get_str(text, 10, view);
}
