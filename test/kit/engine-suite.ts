/** What the plan of every engine must hold, whatever program stands behind it. Run over each adapter. */
import { describe, expect, it } from 'vitest';

import type { Engine, EnginePlan, PlanRequest } from '../../src/engines/contract.ts';
import type { WireFormat } from '../../src/words/gateway-plan.ts';
import type { Agent } from '../../src/words/routine.ts';
import { planRequest } from './plan-request.ts';

export interface EngineUnderTest {
  readonly engine: Engine;
  /** An agent that this engine can plan. */
  readonly agent: Agent;
}

const NEW_ID = '6f1e1c6e-5f0a-4f0c-9a52-0c3a7f1d2b11';
const OLD_ID = 'b3a1f0c2-7d54-4b8e-8c39-5a2e6f7d8091';
const TOKEN = 'token-of-this-run-4711';
const BASE_URL = 'http://127.0.0.1:45678';
const SHELLS = /(^|\/)(ba|da|z|k|fi)?sh$/;

export function engineSuite(name: string, under: EngineUnderTest): void {
  const { engine, agent } = under;
  const { capabilities: can } = engine;
  const plan = (change: Partial<PlanRequest> = {}): EnginePlan =>
    engine.plan(planRequest(agent, change));

  describe(`engine ${name}: plan`, () => {
    it('is plain data that survives being stored', () => {
      expect(JSON.parse(JSON.stringify(plan()))).toStrictEqual(plan());
      expect(plan().argv.length).toBeGreaterThan(0);
    });

    it('is the same every time', () => {
      expect(plan()).toStrictEqual(plan());
    });

    it('starts a program, and no shell', () => {
      expect(plan().argv.filter((word) => SHELLS.test(word))).toEqual([]);
    });

    it('stops with the signal that it says', () => {
      expect(plan().stopSignal).toBe(can.stopSignal);
    });

    it('writes its files below its home, each once', () => {
      const paths = plan().files.map(({ path }) => path);
      expect(
        paths.filter((path) => path.startsWith('/') || path.split('/').includes('..')),
      ).toEqual([]);
      expect(new Set(paths).size).toBe(paths.length);
    });

    it('keeps a path with blanks and quotes in one word', () => {
      const odd = `/run/a folder with 'quotes' and "more"`;
      const words = plan({ worktree: odd, home: `${odd}/home`, promptFile: `${odd}/p.md` });
      const plain = plan({ worktree: '/w', home: '/w/home', promptFile: '/w/p.md' });
      expect(words.argv.length).toBe(plain.argv.length);
    });
  });

  if (!can.stream) return;
  describe(`engine ${name}: what the plan of a model's agent holds`, () => {
    streamPlans(under);
  });
}

/** Of engines that talk to a model and tell what they do. */
function streamPlans({ engine, agent }: EngineUnderTest): void {
  const { capabilities: can } = engine;
  const plan = (change: Partial<PlanRequest> = {}): EnginePlan =>
    engine.plan(planRequest(agent, change));

  it('gives the prompt on stdin, or says where it is', () => {
    const told = everything(plan()).includes('/run/brief/prompt.md');
    expect(plan().stdin === 'prompt' || told).toBe(true);
  });

  it('begins a session by the id that it was given, when it can', () => {
    const told = everything(plan({ session: { kind: 'new', id: NEW_ID } })).includes(NEW_ID);
    expect(told || !can.presetId).toBe(true);
  });

  it('names the session that it takes up, when it can', () => {
    if (can.resume === 'none') return;
    const resumed = plan({ session: { kind: 'resume', id: OLD_ID, cwd: '/run/worktree' } });
    expect(everything(resumed)).toContain(OLD_ID);
    expect(everything(resumed)).not.toContain(NEW_ID);
  });

  it('names the servers of the Model Context Protocol, when it can', () => {
    const mcp = [
      { name: 'sched', argv: ['/opt/node', '/opt/mcp.mjs'], env: { K: 'v-4711' } },
    ] as const;
    const made = plan({ mcp });
    const told = everything(made);
    const named = told.includes('/opt/mcp.mjs') && told.includes('sched');
    expect(named).toBe(can.mcp !== 'none');
  });

  it('shows the token of the run to no list of processes', () => {
    for (const api of formatsOf(engine)) {
      const made = plan(atGateway(api));
      expect(made.argv.join('\n')).not.toContain(TOKEN);
    }
  });

  it('leads it to the gateway, with the token of the run, and by nothing else', () => {
    if (!can.endpoint) return;
    for (const api of formatsOf(engine)) {
      const made = everything(plan(atGateway(api)));
      expect(made).toContain(BASE_URL);
      expect(made).toContain(TOKEN);
    }
    const own = everything(plan({ access: { kind: 'file' } }));
    expect(own).not.toContain(BASE_URL);
  });

  it('tells the model that it was given', () => {
    const api = formatsOf(engine)[0] ?? 'openai-chat';
    expect(everything(plan(atGateway(api)))).toContain('some-model-4711');
  });

  it('adds the arguments of the settings, in their order', () => {
    const told = everything(plan({ args: ['--first-of-ours', 'second of ours'] }));
    const [first, second] = [told.indexOf('--first-of-ours'), told.indexOf('second of ours')];
    expect([first >= 0, second > first]).toEqual([true, true]);
  });

  it('starts the program that was found', () => {
    const made = plan({ program: ['/opt/node', '--flag', '/opt/agent.js'] });
    // One that the routine names itself is told to the program of ours that leads it.
    expect(everything(made)).toContain(agent.command[0] ?? '/opt/agent.js');
  });
}

/** Some can choose no model by themselves at an endpoint that they do not know. */
function atGateway(api: WireFormat): Partial<PlanRequest> {
  const access = { kind: 'gateway', api, baseUrl: BASE_URL, key: TOKEN } as const;
  return { access, model: 'some-model-4711' };
}

function formatsOf({ credentials }: Engine): readonly WireFormat[] {
  return [...new Set((credentials?.keys ?? []).map(({ api }) => api))];
}

function everything({ argv, env, files }: EnginePlan): string {
  return [...argv, ...Object.values(env), ...files.map(({ text }) => text)].join('\n');
}
