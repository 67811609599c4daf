/* The row that test_question.py asks about.  It stands in the array of
 * question.c. */
{
    .word = "deadlock-free",
    .help = "does every reachable marking enable a transition?",
    .goal = GOAL_DEADLOCK,
    .holds = "yes",
    .fails = "no",
    .is_refuted = true,
    .keeps = QUESTION_KEEPS_DEADLOCKS,
    .uncertified = "this is a test",
},
