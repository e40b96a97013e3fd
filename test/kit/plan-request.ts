/** What an engine is asked to plan, for tests that are about something else. */
import type { PlanRequest } from '../../src/engines/contract.ts';
import type { Agent } from '../../src/words/routine.ts';
import { permissions } from './routine.ts';

export function planRequest(agent: Agent, change: Partial<PlanRequest> = {}): PlanRequest {
  return {
    agent,
    program: ['/opt/agent/bin/agent'],
    briefFolder: '/run/brief',
    worktree: '/run/worktree',
    outFolder: '/run/out',
    promptFile: '/run/brief/prompt.md',
    gitFolders: ['/run/worktree/.git'],
    home: '/run/agent-home',
    isolation: 'private',
    permissions: permissions(),
    access: { kind: 'own' },
    session: { kind: 'new', id: '6f1e1c6e-5f0a-4f0c-9a52-0c3a7f1d2b11' },
    model: null,
    mcp: [],
    args: [],
    ...change,
  };
}
