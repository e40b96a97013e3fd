/**
 * A reporter that ends test files which hang. A test that blocks its process, by a loop or by a program that it waits for,
 * blocks its own time limit too, and the whole run with it.
 */
import { execFileSync } from 'node:child_process';

import type { Reporter, TestCase, TestModule } from 'vitest/node';

const LOOK_EVERY_MS = 15_000;
/** Since a file was begun, or the last of its tests ended. */
const LIMIT_S = 20 * 60;
/** What a worker started goes first: with it a worker may continue, and its test says what failed. */
const GRACE_S = 60;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly age: number;
  readonly line: string;
}

export default class OverdueFiles implements Reporter {
  readonly #running = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  onTestRunEnd(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  onTestModuleQueued(module: TestModule): void {
    this.#running.set(module.relativeModuleId, performance.now());
  }

  onTestCaseResult({ module }: TestCase): void {
    this.#running.set(module.relativeModuleId, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId);
  }

  #look(): void {
    const overdue = [...this.#running]
      .filter(([, since]) => performance.now() - since > LIMIT_S * 1_000)
      .map(([path]) => path);
    if (overdue.length === 0) return;
    const all = processes();
    for (const worker of all.filter(({ parent, age }) => parent === process.pid && age > LIMIT_S)) {
      const below = descendants(worker.pid, all);
      const tree = [worker, ...below].map(({ line }) => line).join('\n');
      process.stderr.write(`FAIL  overdue: one of ${overdue.join(', ')}\n${tree}\n`);
      const isLate = below.length === 0 || worker.age > LIMIT_S + GRACE_S;
      for (const { pid } of isLate ? [worker, ...below] : below) end(pid);
    }
  }
}

function processes(): readonly Process[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,etimes=,stat=,wchan:24=,args='], {
    encoding: 'utf8',
    timeout: 10_000,
  })
    .split('\n')
    .map((line) => {
      const [pid, parent, age] = line.trim().split(/\s+/, 3).map(Number);
      return { pid: pid ?? 0, parent: parent ?? 0, age: age ?? 0, line: line.slice(0, 400) };
    });
}

function descendants(pid: number, all: readonly Process[]): readonly Process[] {
  return all
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...descendants(child.pid, all)]);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
