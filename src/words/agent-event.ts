import type { Usage } from './usage.ts';

/** What every engine's stream is brought to. A stream ends in exactly one `end`, last. All text in it is hostile. */
export type AgentEvent =
  | {
      readonly kind: 'started';
      /** By which the engine finds the conversation again. */
      readonly sessionId: string | null;
      readonly model: string | null;
      readonly version: string | null;
    }
  | { readonly kind: 'text'; readonly text: string }
  /** `id` pairs it with its end; `summary` is one line: the command, the path. */
  | {
      readonly kind: 'tool-start';
      readonly id: string | null;
      readonly name: string;
      readonly summary: string;
    }
  | {
      readonly kind: 'tool-end';
      readonly id: string | null;
      readonly name: string;
      readonly ok: boolean;
    }
  /** Of this process so far, all of it: the last one counts. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'retrying'; readonly reason: string; readonly afterMs: number | null }
  /** It stands still until something outside happens. */
  | { readonly kind: 'waiting'; readonly on: string }
  /** The engine did not let its model do something; `line` is what to write under `permissions`, when there is such a line. */
  | { readonly kind: 'denied'; readonly what: string; readonly line: string | null }
  /** A line that no rule knows: kept in the log and counted, never fatal. */
  | { readonly kind: 'unknown'; readonly line: string }
  | {
      readonly kind: 'end';
      readonly reason: EndReason;
      /** For people: what went wrong; `null` for a success. */
      readonly message: string | null;
      /** The last thing the model said. */
      readonly finalText: string | null;
    };

/**
 * `success`: the engine's own terminal event says so. `error`: it says that it failed. `limit`: the model's side said no for
 * now (429, overloaded). `unauthorized`: it wants a log-in. `turns` and `budget`: a bound that was set. `denied`: nothing
 * could be done for want of a permission. `crashed`: no terminal event. The others: we ended it.
 */
export type EndReason =
  | 'success'
  | 'error'
  | 'limit'
  | 'unauthorized'
  | 'turns'
  | 'budget'
  | 'cancelled'
  | 'timed-out'
  | 'silent'
  | 'crashed';
