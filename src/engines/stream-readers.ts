/** Which reader reads which engine's stream, loaded when it is needed: supervisors come here. */
import type { EngineId } from '../words/routine.ts';
import type { OpenReader } from './stream-reader.ts';

/** `null`: it knows no protocol; its exit is all there is. */
export async function findReader(engine: EngineId): Promise<OpenReader | null> {
  switch (engine) {
    case 'builtin':
    case 'command':
      return null;
    case 'claude':
      return (await import('./claude/read-stream.ts')).openClaudeReader;
    case 'codex':
      return (await import('./codex/read-stream.ts')).openCodexReader;
    case 'opencode':
      return (await import('./opencode/read-stream.ts')).openOpencodeReader;
    case 'gemini':
      return (await import('./gemini/read-stream.ts')).openGeminiReader;
    case 'pi':
      return (await import('./pi/read-stream.ts')).openPiReader;
    case 'qwen':
      return (await import('./qwen/read-stream.ts')).openQwenReader;
    case 'copilot':
      return (await import('./copilot/read-stream.ts')).openCopilotReader;
    case 'acp':
      return (await import('./acp/read-stream.ts')).openAcpReader;
  }
}
