#!/usr/bin/env node
/**
 * The supervisor of one run: a process in a session of its own that outlives whoever started it.
 *
 * Started warm: its run's folder comes as one line on stdin once the run has been admitted; an end of stdin
 * before that means that there is no run, and it goes away. It loads Node's built-ins and a few small files
 * of ours, nothing else, because it may wait for hours; the steps before and after the agent are done by a
 * worker that lives only as long as it has something to do. The first worker is started before anything else is
 * loaded, because it needs the longest to be ready.
 */
import { startWorkerProcess } from './worker-process.ts';

const worker = startWorkerProcess('before-work');
const { attendRun } = await import('./attend-run.ts');
await attendRun(worker);
