// Copies the files that tsup does not build: icons, the codex files of the nodes, and output schemas.
// Moves tsup's list of bundled files out of the published folder.
import { cpSync, mkdirSync, readdirSync, renameSync } from 'node:fs';

const nodes = 'nodes/CellularIot';
mkdirSync(`dist/${nodes}`, { recursive: true });
for (const name of readdirSync(nodes)) {
	if (name.endsWith('.node.json')) cpSync(`${nodes}/${name}`, `dist/${nodes}/${name}`);
}
// n8n looks for the schemas of a node under its version.
cpSync(`${nodes}/__schema__/v1.0.0`, `dist/${nodes}/__schema__/v1.0.0`, { recursive: true });
cpSync('icons', 'dist/icons', { recursive: true });

mkdirSync('.build', { recursive: true });
renameSync('dist/metafile-cjs.json', '.build/metafile.json');
