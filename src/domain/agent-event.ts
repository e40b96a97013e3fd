/** What every engine's stream is brought to. A stream ends in exactly one `end`. */
export type AgentEvent =
  | { readonly kind: 'started'; readonly sessionId: string | null; readonly model: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool-start'; readonly name: string; readonly summary: string }
  | { readonly kind: 'tool-end'; readonly name: string; readonly ok: boolean }
  | {
      readonly kind: 'usage';
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd: number | null;
    }
  | { readonly kind: 'retrying'; readonly reason: string; readonly afterMs: number | null }
  | { readonly kind: 'waiting'; readonly on: string }
  /** A line that no rule knows: kept and counted, never fatal. */
  | { readonly kind: 'unknown'; readonly line: string }
  | { readonly kind: 'end'; readonly reason: EndReason; readonly message: string | null };

export type EndReason =
  | 'success'
  | 'error'
  | 'cancelled'
  | 'timed-out'
  | 'silent'
  | 'crashed'
  | 'limit';
