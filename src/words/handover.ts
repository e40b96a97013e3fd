/** A session of any engine that a run continues with, as a document. */
export interface Handover {
  readonly session: string;
  readonly engine: string;
  /** Hostile text, one line. */
  readonly title: string;
  /** sha256 of the document's bytes, by which the EventStore has it. */
  readonly document: string;
}
