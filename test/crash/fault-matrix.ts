/**
 * Every fault that a night can bring, what holds all the same, and the tests that show it. docs/faults.md is checked
 * against this table, and this table against the tests.
 */
export interface Fault {
  readonly fault: string;
  readonly holds: string;
  /** File below test/, and the beginning of the name of a test in it. */
  readonly tests: readonly (readonly [file: string, name: string])[];
  /** What no test shows, and why not. */
  readonly untested?: string;
}

export const FAULT_MATRIX: readonly Fault[] = [
  {
    fault: 'The daemon is killed while runs go on',
    holds:
      'Runs go on, end, and are recorded; the next daemon follows them. A slot has one run, whatever the moment.',
    tests: [
      ['runtime/killed-starts.test.ts', 'has one run of each slot in the end'],
      ['daemon/killed-daemon.test.ts', 'leaves every run with a supervisor that ends it'],
    ],
  },
  {
    fault: 'The daemon is killed at any moment of planning and starting',
    holds:
      'Each due slot has one record, each record that says `started` has one run, no slot has two.',
    tests: [
      ['daemon/killed-daemon.test.ts', 'leaves every slot with one record and one run'],
      ['runtime/killed-starts.test.ts', 'has one run of each slot in the end'],
    ],
  },
  {
    fault: '`run` is killed on the way to its run',
    holds:
      'The slot is recorded before the run is made: the next daemon or command brings it to its end.',
    tests: [
      ['runtime/killed-starts.test.ts', 'leaves slots that the next daemon brings to their end'],
    ],
  },
  {
    fault: 'A supervisor is killed',
    holds:
      'Before the agent began, the run begins again. While it worked, the agent is ended, its work is kept as a branch and the run ends as `lost`. After it, the rest is done. There are never two agents at once, and none again without a recorded reason.',
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
    fault: 'A worker is killed, as for want of memory',
    holds:
      'What comes after the agent is done by another worker, up to three times. Before the agent the run fails, and what was opened is taken back.',
    tests: [
      [
        'runtime/killed-at-each-point.test.ts',
        'ends as it should whoever of its processes dies, and where',
      ],
      ['crash/kill-rounds.test.ts', 'end as they should'],
    ],
  },
  {
    fault: 'A supervisor stands still (the machine sleeps)',
    holds: 'It is not taken for dead, and goes on with its run.',
    tests: [['crash/process-faults.test.ts', 'is not taken for dead, and goes on with its run']],
  },
  {
    fault: 'The clock is set, forward or back, or stood still',
    holds:
      'Limits count monotonic time. No slot is started twice; what was missed is made up for as the policy says.',
    tests: [
      ['scheduler/scheduler-clocks.test.ts', 'is set back by an hour starts nothing twice'],
      ['scheduler/scheduler-clocks.test.ts', 'is set forward by three hours'],
      ['scheduler/scheduler-clocks.test.ts', 'stood still while the machine slept'],
    ],
  },
  {
    fault: 'A process id is given to another process',
    holds: 'Its start time is another one: it is nobody of ours, and never signalled.',
    tests: [['crash/process-faults.test.ts', 'is taken up, and leaves those alone']],
  },
  {
    fault: 'The machine is started again',
    holds: 'Process ids of the time before mean nothing, and are not signalled; runs are taken up.',
    tests: [
      ['crash/process-faults.test.ts', 'is taken up, and leaves those alone'],
      ['domain/judge-run.test.ts', 'of before a restart of the machine says so'],
    ],
  },
  {
    fault: 'The record of a run is cut off or no record',
    holds: 'The run is set aside, whole, and never started again; the daemon goes on.',
    tests: [
      ['crash/process-faults.test.ts', 'a record that is cut off'],
      ['runtime/record-writer.test.ts', 'that was torn is told from the slot only if'],
      ['store/files.test.ts', 'reports a run whose files do not parse, and lists the others'],
    ],
  },
  {
    fault: 'The last line of a file of lines is cut off',
    holds:
      'It is passed over, what is before it counts, and what is added begins on a line of its own.',
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
    fault: 'The lock of a dead daemon is left',
    holds: 'It names its process by id, start time and boot: the next one takes it over.',
    tests: [
      ['e2e/daemon.test.ts', 'takes over from one that was killed'],
      ['platform/lock.test.ts', 'takes over the lock of a process that died'],
    ],
  },
  {
    fault: 'Two daemons are started',
    holds:
      'The second exits with 4 and names the process of the first, also when both come at once.',
    tests: [
      ['e2e/daemon.test.ts', 'is one a workspace: a second one names the first'],
      ['crash/process-faults.test.ts', 'become one'],
    ],
  },
  {
    fault: 'A daemon is started again while somebody starts runs by hand',
    holds: 'No slot has two runs.',
    tests: [['crash/process-faults.test.ts', 'doubles nothing after a death at %s']],
  },
  {
    fault: 'The disk is full',
    holds:
      'How the agent ended is recorded in space that was kept for it, and the run ends. Below `limits.disk-floor` nothing starts.',
    tests: [
      ['crash/disk-faults.test.ts', 'keeps how the agent ended, and the user keeps everything'],
      ['runtime/record-writer.test.ts', 'keeps the end of the run when the disk is full'],
      ['store/result-slot.test.ts', 'gives the one before when a write was cut off anywhere'],
    ],
  },
  {
    fault: 'The state folder cannot be written',
    holds: 'Nothing is started: exit 5, once, with the reason.',
    tests: [['crash/disk-faults.test.ts', 'is told once, by whoever wants to start something']],
  },
  {
    fault: 'The state folder is removed under a daemon',
    holds: 'What was in it is gone; another daemon begins anew.',
    tests: [['crash/disk-faults.test.ts', 'of a daemon that runs']],
  },
  {
    fault: 'The folder of a run is removed while it goes on',
    holds: 'Its processes end, and later runs are as ever. Its pin is named by `gc`.',
    tests: [['crash/disk-faults.test.ts', 'of a run that goes on']],
    untested:
      'A slot of the last two days whose run folder was removed by hand looks like one whose run was never made: the next daemon makes it again. Remove runs with `gc`.',
  },
  {
    fault: 'The worktree of a run is removed',
    holds: 'The run ends; the report says that nothing could be handed back.',
    tests: [
      ['worktrees/hostile-folder.test.ts', 'ends in the known state when the whole folder is gone'],
    ],
  },
  {
    fault: 'A branch of that name is there already',
    holds: 'It is never moved; the work is kept aside.',
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
    holds: 'Start and hand-back work; nothing of the user changes.',
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
    fault: 'The base is gone, and the user collects garbage during the run',
    holds: 'A pin keeps it until the run has ended.',
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
      'One try, of 30 seconds at most; then the base as it was known last, and the report says so.',
    tests: [
      [
        'worktrees/sources.test.ts',
        'is what was known of the remote when it cannot be reached, and says so',
      ],
    ],
    untested:
      'The 30 seconds themselves: the limit is the one that `withTimeLimit` keeps everywhere.',
  },
  {
    fault: 'The agent ignores the polite signal',
    holds: 'Five seconds later it is killed.',
    tests: [
      [
        'runtime/agent-process.test.ts',
        'ends an agent that passes its time limit, also when it ignores',
      ],
    ],
  },
  {
    fault: 'The agent leaves processes in sessions of their own',
    holds:
      'They end with the run: with its pid namespace, its control group, or found by its marker.',
    tests: [
      ['runtime/agent-process.test.ts', 'ends what left the process group and outlived the agent'],
      ['e2e/hostile-agents.test.ts', 'leaves a child behind that outlives it has the child ended'],
    ],
    untested:
      'Without a pid namespace and a control group, a process that clears its environment and is orphaned before the look is not found.',
  },
  {
    fault: 'The agent prints without end, or what is no text',
    holds:
      'All of it is read, its beginning and its end are kept, the rest is counted; bytes are kept as they came.',
    tests: [
      ['e2e/hostile-agents.test.ts', 'floods stdout with 1 GB is read to the end'],
      [
        'runtime/agent-process.test.ts',
        'keeps the beginning and the end of a flood and counts the rest',
      ],
    ],
  },
  {
    fault: 'The program of the agent is not there',
    holds: 'The run fails and says so.',
    tests: [['runtime/agent-process.test.ts', 'says why an agent could not be started']],
  },
  {
    fault: 'The agent commits huge or binary files',
    holds:
      'Limits of the branch are looked at before anything comes into the repository of the user.',
    tests: [['worktrees/limits-and-levels.test.ts', 'limits of a branch']],
  },
  {
    fault: 'Roundsman is replaced by another version while runs go on',
    holds: 'Supervisors of the older one finish their runs; runs of a newer one are not touched.',
    tests: [
      ['domain/judge-run.test.ts', 'of an older form is left to its own supervisor'],
      ['domain/judge-run.test.ts', 'of a newer form is that it is not touched'],
    ],
  },
  {
    fault: 'Whoever makes or sends a message is killed',
    holds:
      'Each thing that happened is told, in one message for each target. Only the one that was on its way may be sent twice, with the same id.',
    tests: [
      ['delivery/killed-delivery.test.ts', 'loses nothing and doubles no id at '],
      [
        'delivery/killed-delivery.test.ts',
        'loses nothing when one after the other dies at every point',
      ],
    ],
  },
  {
    fault: 'Several processes, or several parts of one, send the same message',
    holds: 'One of them does.',
    tests: [
      ['delivery/killed-delivery.test.ts', 'send each message once'],
      [
        'delivery/send-message.test.ts',
        'sends it once when several senders of one process are asked',
      ],
    ],
  },
  {
    fault: 'The disk is full when a message is sent',
    holds:
      'What cannot be recorded is not sent. What was sent is recorded when there is room, and not sent again: by the daemon however late, by a run or a command within half a minute. After that, it is as if they had been killed.',
    tests: [
      ['delivery/send-message.test.ts', 'sends nothing when it cannot write that it does'],
      ['delivery/send-message.test.ts', 'writes later what came of it when the disk was full'],
      [
        'delivery/send-message.test.ts',
        'goes on trying to write what came of it, where nobody would do so later',
      ],
      ['delivery/send-message.test.ts', 'sends the others when what came of one cannot be written'],
    ],
  },
  {
    fault: 'The machine loses its power',
    holds: 'What has its final name was synced before it got it, and its folder after that.',
    tests: [
      ['crash/power-loss.test.ts', 'is synced before it has its name, and its folder after that'],
    ],
    untested: 'A disk that says that it has written what it has not.',
  },
];
