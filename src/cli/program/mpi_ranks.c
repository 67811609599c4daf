#include "cli/program/mpi_ranks.h"

#ifdef HAVE_MPI

#include "base/mem.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

/* A message of the library, or one that says why a rank has failed. */
enum { TAG_WORDS, TAG_REASON };

/* A message under way; its words follow it. */
struct mpi_ranks_message {
    struct mpi_ranks_message *next;
    MPI_Request request;
};

/* The blocks are in no scope: calls of the library send and receive. */
struct mpi_ranks {
    punfpor_ranks ranks;
    struct mpi_ranks_message *sent;
    uint32_t *received; /* the last message */
};

static void *make_block(size_t bytes)
{
    void *const block = mem_alloc(bytes, 1);

    mem_keep(block);
    return block;
}

static void clean(struct mpi_ranks *ranks)
{
    struct mpi_ranks_message **at = &ranks->sent;

    while (*at) {
        struct mpi_ranks_message *const message = *at;
        int done;

        MPI_Test(&message->request, &done, MPI_STATUS_IGNORE);
        if (done) {
            *at = message->next;
            mem_free(message);
        } else {
            at = &message->next;
        }
    }
}

static void send_with_tag(struct mpi_ranks *ranks, uint32_t to, int tag,
                          const uint32_t *words, size_t n)
{
    struct mpi_ranks_message *const message =
        make_block(sizeof *message + n * sizeof *words);
    uint32_t *const copy = (uint32_t *)(message + 1);

    clean(ranks);
    for (size_t i = 0; i < n; i++)
        copy[i] = words[i];
    MPI_Isend(copy, (int)n, MPI_UINT32_T, (int)to, tag, MPI_COMM_WORLD,
              &message->request);
    message->next = ranks->sent;
    ranks->sent = message;
}

static void send_words(void *data, uint32_t to, const uint32_t *words, size_t n)
{
    send_with_tag(data, to, TAG_WORDS, words, n);
}

static const uint32_t *receive_with_tag(struct mpi_ranks *ranks, int tag,
                                        uint32_t *from, size_t *n)
{
    MPI_Status status;
    int found, len;

    MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &found, &status);
    if (!found)
        return NULL;
    MPI_Get_count(&status, MPI_UINT32_T, &len);
    mem_free(ranks->received);
    ranks->received = NULL;
    ranks->received = make_block((size_t)len * sizeof *ranks->received);
    MPI_Recv(ranks->received, len, MPI_UINT32_T, status.MPI_SOURCE, tag,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *from = (uint32_t)status.MPI_SOURCE;
    *n = (size_t)len;
    return ranks->received;
}

static const uint32_t *receive_words(void *data, uint32_t *from, size_t *n)
{
    return receive_with_tag(data, TAG_WORDS, from, n);
}

struct mpi_ranks *mpi_ranks_create(int *argc, char ***argv)
{
    struct mpi_ranks *ranks;
    int rank, n;

    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (n == 1) {
        MPI_Finalize();
        return NULL;
    }
    ranks = make_block(sizeof *ranks);
    *ranks = (struct mpi_ranks){0};
    ranks->ranks = (punfpor_ranks){.rank = (uint32_t)rank,
                                   .n_ranks = (uint32_t)n,
                                   .send = send_words,
                                   .receive = receive_words,
                                   .data = ranks};
    if (rank && (!freopen("/dev/null", "w", stdout) ||
                 !freopen("/dev/null", "w", stderr)))
        MPI_Abort(MPI_COMM_WORLD, 5);
    return ranks;
}

const punfpor_ranks *mpi_ranks_of(const struct mpi_ranks *ranks)
{
    return ranks ? &ranks->ranks : NULL;
}

static void tell_failure(struct mpi_ranks *ranks, const struct diag *diag)
{
    uint32_t words[(sizeof *diag + 3) / 4] = {0};

    memcpy(words, diag, sizeof *diag);
    if (ranks->ranks.rank && diag->code != DIAG_NONE)
        send_with_tag(ranks, 0, TAG_REASON, words,
                      sizeof words / sizeof *words);
    if (ranks->ranks.rank)
        send_words(ranks, 0, NULL, 0);
    for (uint32_t to = 1; to < ranks->ranks.n_ranks && !ranks->ranks.rank; to++)
        send_words(ranks, to, NULL, 0);
}

static void print_reasons(struct mpi_ranks *ranks)
{
    const uint32_t *words;
    struct diag diag;
    uint32_t from;
    size_t n;

    while ((words = receive_with_tag(ranks, TAG_REASON, &from, &n)))
        if (n * sizeof *words >= sizeof diag) {
            memcpy(&diag, words, sizeof diag);
            fprintf(stderr, "process %u of mpirun: ", from);
            diag_print(&diag, stderr);
        }
}

bool mpi_ranks_destroy(struct mpi_ranks *ranks, const struct diag *diag)
{
    bool is_follower;

    if (!ranks)
        return false;
    is_follower = ranks->ranks.rank;
    if (diag)
        tell_failure(ranks, diag);
    else if (!is_follower)
        print_reasons(ranks);
    while (ranks->sent)
        clean(ranks);
    MPI_Finalize();
    mem_free(ranks->received);
    mem_free(ranks);
    return is_follower;
}

#else

#include "base/text.h"
#include "cli/outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "punf-por-mpi"

/* Runs the program with MPI instead, which is beside this one or on the path.
 * Returns if there is none. */
static void run_beside(char **argv)
{
    const char *const slash = strrchr(argv[0], '/');
    text_buffer path = {0};

    if (slash)
        text_add(&path, argv[0], (size_t)(slash + 1 - argv[0]));
    text_put(&path, PROGRAM);
    execvp(text_end(&path), argv);
    vec_free(&path);
}

struct mpi_ranks *mpi_ranks_create(int *argc, char ***argv)
{
    const char *const n = getenv("OMPI_COMM_WORLD_SIZE");
    const char *const rank = getenv("OMPI_COMM_WORLD_RANK");

    (void)argc;
    if (!n || !strcmp(n, "1"))
        return NULL;
    run_beside(*argv);
    if (!rank || !strcmp(rank, "0"))
        fputs("punf-por: several processes need the program " PROGRAM
              ", which is not here (meson option 'mpi')\n",
              stderr);
    exit(OUTCOME_USAGE);
}

const punfpor_ranks *mpi_ranks_of(const struct mpi_ranks *ranks)
{
    (void)ranks;
    return NULL;
}

bool mpi_ranks_destroy(struct mpi_ranks *ranks, const struct diag *diag)
{
    (void)ranks;
    (void)diag;
    return false;
}

#endif
