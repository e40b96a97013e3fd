/**
 * What a record of a store says happened: the one form between the words of engines, and drafts and transcripts. All
 * text in it is hostile.
 */
import type { TranscriptEntry, TranscriptStep } from '../transcript.ts';

export type Move =
  | { readonly kind: 'asked'; readonly text: string; readonly at: string | null }
  | { readonly kind: 'said'; readonly text: string; readonly at: string | null }
  | { readonly kind: 'thought'; readonly text: string; readonly at: string | null }
  | {
      readonly kind: 'called';
      /** Of the call: what `returned` names it by. */
      readonly id: string;
      readonly call: ToolCall;
      readonly at: string | null;
    }
  | {
      readonly kind: 'returned';
      readonly id: string;
      readonly ok: boolean;
      readonly output: string | null;
      /** What it changed, where only its end says so. */
      readonly files: readonly string[];
      readonly at: string | null;
    }
  /** A list of steps that no call of a tool gave it; one that a call gave is in `ToolCall`. */
  | {
      readonly kind: 'steps';
      readonly steps: readonly TranscriptStep[];
      readonly at: string | null;
    }
  /** It waits for a person, apart from any tool: a permission. `null`: it was answered. */
  | { readonly kind: 'waits'; readonly on: string | null; readonly at: string | null }
  /** The model is asked. */
  | { readonly kind: 'model'; readonly at: string | null }
  /** The turn is over, whatever was under way in it. */
  | { readonly kind: 'over'; readonly at: string | null }
  /** A tool runs of which the store says no more than that. */
  | { readonly kind: 'hidden-tool'; readonly at: string | null }
  /** It spoke, and its store says only later whether a tool of it runs. */
  | { readonly kind: 'perhaps-over'; readonly why: string; readonly at: string | null }
  | { readonly kind: 'closed'; readonly at: string | null };

export type ToolAct = Extract<TranscriptEntry, { readonly kind: 'tool' }>['act'];

export interface ToolCall {
  readonly name: string;
  readonly act: ToolAct;
  /** One line: the command, the path, the pattern. */
  readonly summary: string;
  /** What it changes. */
  readonly files: readonly string[];
  /** Of `ask`: the question. */
  readonly question: string | null;
  /** Of a tool that keeps a list of steps: the list that it is given. */
  readonly steps: readonly TranscriptStep[] | null;
}
