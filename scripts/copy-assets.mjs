// Copies what tsup does not build: icons, and the codex files beside the nodes.
import { cpSync, mkdirSync, readdirSync } from 'node:fs';

const nodes = 'nodes/CellularIot';
mkdirSync(`dist/${nodes}`, { recursive: true });
for (const name of readdirSync(nodes)) {
	if (name.endsWith('.node.json')) cpSync(`${nodes}/${name}`, `dist/${nodes}/${name}`);
}
cpSync('icons', 'dist/icons', { recursive: true });
