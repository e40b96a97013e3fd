/**
 * Milliseconds that an engine waits for the tools of its run, at the start and at each call. On a busy machine a program
 * takes long to start, and engines that continue without one lose it for the whole run and hardly tell.
 */
export const TOOLS_WAIT_MS = 120_000;
