/** `review` in roundsman.yaml. */
import type { LandMethod } from '../words/review/landing.ts';
import type { EngineId } from '../words/routine.ts';

export interface ReviewSettings {
  /** How branches land. */
  readonly land: LandMethod;
  /** Commands that a union must pass; empty: the checks of the routines whose branches are in it. */
  readonly checks: readonly string[];
  /** The engine that looks at each branch beside a person; `null`: none. */
  readonly judge: {
    readonly engine: EngineId;
    readonly model: string | null;
    /** argv for the engines `command` and `acp`; absent or empty otherwise. */
    readonly command?: readonly string[];
    /** What a branch is held against, besides its routine's intent. */
    readonly criteria: readonly string[];
  } | null;
  /** More lines changed than this are said to be large. */
  readonly largeLines: number;
  /** A program and its words, for `review open`; `null`: VISUAL or EDITOR. */
  readonly editor: string | null;
}

export const DEFAULT_REVIEW: ReviewSettings = {
  land: 'merge',
  checks: [],
  judge: null,
  largeLines: 400,
  editor: null,
};
