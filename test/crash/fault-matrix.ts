/**
 * Each fault, what Roundsman guarantees when it happens, and the tests that show it. docs/faults.md is generated from
 * this table; the names of the tests are checked.
 */
export interface Fault {
  readonly fault: string;
  readonly holds: string;
  /** File below test/, and the beginning of the name of a test in it. */
  readonly tests: readonly (readonly [file: string, name: string])[];
  /** What no test covers, and why. */
  readonly untested?: string;
}

export const FAULT_MATRIX: readonly Fault[] = [
  {
    fault: 'The daemon is killed while runs continue',
    holds:
      'Runs continue, end and are recorded; the next daemon follows them. Each slot has one run.',
    tests: [
      ['runtime/killed-starts.test.ts', 'has one run of each slot in the end'],
      ['daemon/shipped/killed-daemon.test.ts', 'leaves every run with a supervisor that ends it'],
    ],
  },
  {
    fault: 'The daemon is killed while it plans or starts runs',
    holds: 'Each due slot has one record. Each record in state `started` has exactly one run.',
    tests: [
      ['daemon/shipped/killed-daemon.test.ts', 'leaves every slot with one record and one run'],
      ['runtime/killed-starts.test.ts', 'has one run of each slot in the end'],
    ],
  },
  {
    fault: 'The `run` command is killed before its run starts',
    holds:
      'The slot is recorded before the run is created, so the next daemon or command finishes it.',
    tests: [
      ['runtime/killed-starts.test.ts', 'leaves slots that the next daemon brings to their end'],
    ],
  },
  {
    fault: 'A supervisor is killed',
    holds:
      'Before the agent starts, the run starts over. While the agent works, the agent is ended, its work is kept on a branch and the run ends as `lost`. After the agent, the remaining steps are done. Two agents never run at once, and an agent is never started again without a recorded reason.',
    tests: [
      [
        'runtime/killed-at-each-point.test.ts',
        'ends as it should whoever of its processes dies, and where',
      ],
      ['crash/kill-rounds.test.ts', 'end as they should'],
      ['e2e/supervision.test.ts', 'whose supervisor was killed ends as lost'],
    ],
  },
  {
    fault: 'A worker is killed, for example by the out-of-memory killer',
    holds:
      'After the agent, another worker takes over, up to three times. Before the agent, the run fails and its worktree is removed.',
    tests: [
      [
        'runtime/killed-at-each-point.test.ts',
        'ends as it should whoever of its processes dies, and where',
      ],
      ['crash/kill-rounds.test.ts', 'end as they should'],
    ],
  },
  {
    fault: 'A supervisor is suspended because the machine sleeps',
    holds: 'It is not treated as dead, and continues its run.',
    tests: [['crash/process-faults.test.ts', 'is not taken for dead, and continues with its run']],
  },
  {
    fault: 'The clock is set forward or back, or stops',
    holds:
      'Time limits use the monotonic clock. No slot is started twice; missed slots are handled by the catch-up policy.',
    tests: [
      ['scheduler/scheduler-clocks.test.ts', 'is set back by an hour starts nothing twice'],
      ['scheduler/scheduler-clocks.test.ts', 'is set forward by three hours'],
      ['scheduler/scheduler-clocks.test.ts', 'stood still while the machine slept'],
    ],
  },
  {
    fault: 'A process id is reused',
    holds: 'The start time differs, so the other process is not ours and is never signalled.',
    tests: [['crash/process-faults.test.ts', 'is taken up, and leaves those alone']],
  },
  {
    fault: 'The machine reboots',
    holds: 'Process ids from before the reboot are never signalled; runs are recovered.',
    tests: [
      ['crash/process-faults.test.ts', 'is taken up, and leaves those alone'],
      ['words/judge-run.test.ts', 'of before a restart of the machine says so'],
    ],
  },
  {
    fault: 'The record of a run is truncated or invalid',
    holds:
      'The run is quarantined with all its files and never started again; the daemon continues.',
    tests: [
      ['crash/process-faults.test.ts', 'a record that is cut off'],
      ['runtime/record-writer.test.ts', 'that was torn is told from the slot only if'],
      ['store/files.test.ts', 'reports a run whose files do not parse, and lists the others'],
    ],
  },
  {
    fault: 'The last line of a JSONL file is truncated',
    holds:
      'The truncated line is skipped, earlier lines count, and new records start on a new line.',
    tests: [
      ['crash/process-faults.test.ts', 'a line of events that is cut off'],
      [
        'store/slot-store.test.ts',
        'names a line that cannot be read, and passes over one that was never finished',
      ],
      ['store/slot-store-processes.test.ts', 'leaves every slot that it spoke of exactly once'],
    ],
  },
  {
    fault: 'A dead daemon leaves its lock',
    holds:
      'The lock identifies its process by id, start time and boot, so the next daemon takes it over.',
    tests: [
      ['e2e/daemon.test.ts', 'takes over from one that was killed'],
      ['platform/lock.test.ts', 'takes over the lock of a process that died'],
    ],
  },
  {
    fault: 'Two daemons are started',
    holds:
      'The second exits with 4 and names the process of the first, also when both start at the same moment.',
    tests: [
      ['e2e/daemon.test.ts', 'is one a workspace: a second one names the first'],
      ['crash/process-faults.test.ts', 'become one'],
    ],
  },
  {
    fault: 'A daemon restarts while runs are started by hand',
    holds: 'Each slot has at most one run.',
    tests: [['crash/process-faults.test.ts', 'doubles nothing after a death at %s']],
  },
  {
    fault: 'The disk is full',
    holds:
      'The result of the agent is recorded in preallocated space, and the run ends. Below `limits.disk-floor` no run starts.',
    tests: [
      ['crash/disk-faults.test.ts', 'keeps how the agent ended, and the user keeps everything'],
      ['runtime/record-writer.test.ts', 'keeps the end of the run when the disk is full'],
      ['store/result-slot.test.ts', 'gives the one before when a write was cut off anywhere'],
    ],
  },
  {
    fault: 'The state folder cannot be written',
    holds: 'No run starts: exit code 5, once, with the reason.',
    tests: [['crash/disk-faults.test.ts', 'is told once, by whoever wants to start something']],
  },
  {
    fault: 'The state folder is removed while a daemon runs',
    holds: 'Its contents are lost; the next daemon starts with an empty state.',
    tests: [['crash/disk-faults.test.ts', 'of a daemon that runs']],
  },
  {
    fault: 'The folder of a run is removed during the run',
    holds:
      'The processes of the run end, and later runs are not affected. `gc` lists the ref that pinned its base.',
    tests: [['crash/disk-faults.test.ts', 'of a run that continues']],
    untested:
      'When you remove the run folder of a slot from the last two days by hand, the next daemon starts that run again. Remove runs with `gc`.',
  },
  {
    fault: 'The worktree of a run is removed',
    holds: 'The run ends; the report says that no work could be handed back.',
    tests: [
      ['worktrees/hostile-folder.test.ts', 'ends in the known state when the whole folder is gone'],
    ],
  },
  {
    fault: 'A branch of that name already exists',
    holds: 'The existing branch is never moved; the work is kept in the run folder.',
    tests: [
      [
        'worktrees/limits-and-levels.test.ts',
        'keeps the work aside when a branch of the user is in the way',
      ],
      [
        'worktrees/limits-and-levels.test.ts',
        'handing back twice, as after a crash, makes one branch',
      ],
    ],
  },
  {
    fault: 'The repository is dirty, in a rebase, or locked',
    holds: 'The run starts and hands back its branch; your checkout does not change.',
    tests: [
      ['worktrees/sources.test.ts', 'a dirty checkout'],
      ['worktrees/sources.test.ts', 'a stopped rebase'],
      [
        'worktrees/sources.test.ts',
        'a packed-refs.lock: the branch is there, our own refs go later',
      ],
    ],
  },
  {
    fault: 'The base is deleted and garbage-collected during the run',
    holds: 'A ref pins the base until the run ends.',
    tests: [
      [
        'worktrees/sources.test.ts',
        'survives a repack and a prune by the user while the agent works',
      ],
    ],
  },
  {
    fault: 'The remote cannot be reached',
    holds:
      'One attempt of at most 30 seconds; then the run uses the last known base, and the report says so.',
    tests: [
      [
        'worktrees/sources.test.ts',
        'is what was known of the remote when it cannot be reached, and says so',
      ],
    ],
    untested: 'The 30 seconds themselves; `withTimeLimit` has tests of its own.',
  },
  {
    fault: 'The agent ignores SIGTERM',
    holds: 'It receives SIGKILL five seconds later.',
    tests: [
      [
        'runtime/agent-process.test.ts',
        'ends an agent that passes its time limit, also when it ignores',
      ],
    ],
  },
  {
    fault: 'The agent leaves processes in other sessions',
    holds:
      'They end with the run: by its pid namespace, its control group, or the marker in their environment.',
    tests: [
      ['runtime/agent-process.test.ts', 'ends what left the process group and outlived the agent'],
      ['e2e/hostile-agents.test.ts', 'leaves a child behind that outlives it has the child ended'],
    ],
    untested:
      'Without a pid namespace and a control group, an orphaned process that cleared its environment is not found.',
  },
  {
    fault: 'The agent prints without end, or prints binary data',
    holds:
      'All output is read; its beginning and end are kept as raw bytes, and the rest is counted.',
    tests: [
      ['e2e/hostile-agents.test.ts', 'floods stdout with 1 GB is read to the end'],
      [
        'runtime/agent-process.test.ts',
        'keeps the beginning and the end of a flood and counts the rest',
      ],
    ],
  },
  {
    fault: 'The program of the agent is missing',
    holds: 'The run fails and says so.',
    tests: [['runtime/agent-process.test.ts', 'says why an agent could not be started']],
  },
  {
    fault: 'The agent commits huge or binary files',
    holds: 'The limits of the branch are checked before any object enters your repository.',
    tests: [['worktrees/limits-and-levels.test.ts', 'limits of a branch']],
  },
  {
    fault: 'Roundsman is upgraded or downgraded during runs',
    holds:
      'Supervisors of the older version finish their runs; runs of a newer version are not touched.',
    tests: [
      ['words/judge-run.test.ts', 'of an older form is left to its own supervisor'],
      ['words/judge-run.test.ts', 'of a newer form is that it is not touched'],
    ],
  },
  {
    fault: 'The process that creates or sends a message is killed',
    holds:
      'Each event produces one message per target. Only the message that was being sent may be sent twice, with the same id.',
    tests: [
      ['connections/killed-delivery.test.ts', 'loses nothing and doubles no id at '],
      [
        'connections/killed-delivery.test.ts',
        'loses nothing when one after the other dies at every point',
      ],
    ],
  },
  {
    fault: 'Several processes try to send the same message',
    holds: 'One of them sends it.',
    tests: [
      ['connections/killed-delivery.test.ts', 'send each message once'],
      [
        'connections/send-message.test.ts',
        'sends it once when several senders of one process are asked',
      ],
    ],
  },
  {
    fault: 'The disk is full when a message is sent',
    holds:
      'A message that cannot be recorded is not sent. A message that was sent is recorded as soon as there is space, and is not sent again: a daemon retries for as long as it runs, a run or a command for 30 seconds. After that, the case is the same as a killed sender.',
    tests: [
      ['connections/send-message.test.ts', 'sends nothing when it cannot write that it does'],
      ['connections/send-message.test.ts', 'writes later what came of it when the disk was full'],
      [
        'connections/send-message.test.ts',
        'goes on trying to write what came of it, where nobody would do so later',
      ],
      [
        'connections/send-message.test.ts',
        'sends the others when what came of one cannot be written',
      ],
    ],
  },
  {
    fault: 'The machine loses its power',
    holds: 'A file is synced before it gets its final name, and its folder after that.',
    tests: [
      ['crash/power-loss.test.ts', 'is synced before it has its name, and its folder after that'],
    ],
    untested: 'A disk that reports data as written before it is.',
  },
];
