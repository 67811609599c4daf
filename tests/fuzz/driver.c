/* A short run of a target: all files of the given directories, then RUNS
 * pseudo-random changes of them, the same in every run.
 *
 *     programs fuzz NAME RUNS DIRECTORY...
 *
 * The macro FORMATS of the build lists the names. */
#include "base/check.h"
#include "base/vec.h"
#include "random.h"
#include "support.h"
#include "target.h"

#include <dirent.h>
#include <string.h>

typedef VEC(uint8_t) bytes_list;
typedef VEC(bytes_list) seed_list;

enum { PATH = 1024, MAX_SEED = 20000 };

typedef int target(const uint8_t *bytes, size_t n);

#define X(format) target target_##format;
FORMATS(X)
#undef X

static target *target_of(const char *format)
{
#define X(name)                 \
    if (!strcmp(format, #name)) \
        return target_##name;
    FORMATS(X)
#undef X
    return NULL;
}

static bytes_list read_seed(const char *path)
{
    FILE *file = fopen(path, "rb");
    bytes_list bytes = {0};
    int c;

    CHECK(file);
    while ((c = fgetc(file)) != EOF && bytes.len < MAX_SEED) {
        const uint8_t byte = (uint8_t)c;

        vec_push(&bytes, byte);
    }
    (void)fclose(file);
    return bytes;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void read_seeds(const char *directory, seed_list *seeds)
{
    struct dirent **files = NULL;
    const int n = scandir(directory, &files, is_visible, alphasort);
    char path[PATH];

    CHECK(n > 0);
    for (int i = 0; i < n; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", directory, files[i]->d_name);

        const bytes_list seed = read_seed(path);

        vec_push(seeds, seed);
        free(files[i]);
    }
    free(files);
}

static void insert(bytes_list *text, uint32_t at, const uint8_t *bytes,
                   uint32_t n)
{
    vec_reserve(text, n);
    memmove(text->at + at + n, text->at + at, text->len - at);
    memcpy(text->at + at, bytes, n);
    text->len += n;
}

static void cut(bytes_list *text, uint32_t at, uint32_t n)
{
    memmove(text->at + at, text->at + at + n, text->len - at - n);
    text->len -= n;
}

/* Changes a byte, removes or doubles a piece, or inserts one of another
 * seed. */
static void change(bytes_list *text, const seed_list *seeds,
                   struct random *random)
{
    static const uint8_t odd[] = "\"<>&;{}%#@\\\n\r\t\0\xff-019Mwk";
    const bytes_list *other = &seeds->at[random_below(random, seeds->len)];
    const uint32_t at = random_below(random, text->len + 1);
    const uint32_t rest = text->len - at;
    const uint32_t n =
        rest ? 1 + random_below(random, rest < 40 ? rest : 40) : 0;
    uint8_t piece[40];

    switch (random_below(random, 5)) {
    case 0:
        insert(text, at, &odd[random_below(random, sizeof odd)], 1);
        return;
    case 1:
        cut(text, at, n);
        return;
    case 2:
        if (n)
            text->at[at] = odd[random_below(random, sizeof odd)];
        return;
    case 3:
        memcpy(piece, text->at + at, n);
        insert(text, random_below(random, text->len + 1), piece, n);
        return;
    default:
        if (other->len > 40)
            insert(text, at, other->at + random_below(random, other->len - 40),
                   40);
        return;
    }
}

static void run_changed(target *run, const seed_list *seeds,
                        struct random *random)
{
    const bytes_list *seed = &seeds->at[random_below(random, seeds->len)];
    const uint32_t n_changes = 1 + random_below(random, 4);
    bytes_list text = {0};

    for (uint32_t i = 0; i < seed->len; i++)
        vec_push(&text, seed->at[i]);
    vec_reserve(&text, 1);
    for (uint32_t i = 0; i < n_changes; i++)
        change(&text, seeds, random);
    (void)run(text.at, text.len);
    vec_free(&text);
}

PROGRAM(fuzz)
{
    target *const run = argc > 3 ? target_of(argv[1]) : NULL;
    seed_list seeds = {0};
    struct random random;

    CHECK(run);
    random_init(&random, 1);
    for (int i = 3; i < argc; i++)
        read_seeds(argv[i], &seeds);
    for (uint32_t i = 0; i < seeds.len; i++)
        (void)run(seeds.at[i].at, seeds.at[i].len);
    for (unsigned long i = strtoul(argv[2], NULL, 10); i > 0; i--)
        run_changed(run, &seeds, &random);
    for (uint32_t i = 0; i < seeds.len; i++)
        vec_free(&seeds.at[i]);
    vec_free(&seeds);
    return 0;
}
