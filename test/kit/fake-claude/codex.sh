#!/bin/sh
# Plays Codex once: keeps what it was told, and leaves a report.
[ "$1" = --version ] && { echo "codex-cli 0.169.0"; exit 0; }
cat > told.txt
printf '## Summary\n\nDone.\n\n## Findings\n\nNone.\n' > "$ROUNDSMAN_OUT/report.md"
echo '{"type":"thread.started","thread_id":"t-1"}'
echo '{"type":"turn.started"}'
echo '{"type":"item.completed","item":{"id":"i-1","type":"agent_message","text":"Done."}}'
echo '{"type":"turn.completed","usage":{"input_tokens":10,"cached_input_tokens":0,"output_tokens":5}}'
