import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

const { configs } = n8nCommunityNodesPlugin;

export default tseslint.config(
	{
		ignores: [
			'dist/',
			'coverage/',
			'**/node_modules/',
			'demo/.run/',
			'**/*.cjs',
			'**/*.mjs',
			'**/*.d.ts',
		],
	},
	{
		files: ['**/*.ts'],
		extends: [...tseslint.configs.recommended],
		languageOptions: {
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/consistent-type-imports': 'error',
			'no-console': 'error',
			'no-restricted-syntax': [
				'error',
				{
					selector:
						'ImportDeclaration[source.value=/^zod/] :matches(ImportSpecifier[imported.name="z"], ImportDefaultSpecifier)',
					message: 'Write `import * as z`: these names bring all of zod into the package.',
				},
			],
		},
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		extends: [configs.recommended],
	},
	{
		// Programs that talk to a person on a terminal.
		files: [
			'simulator/main.ts',
			'demo/**/*.ts',
			'bench/**/*.ts',
			'scripts/**/*.ts',
			'test/**/*.ts',
		],
		rules: { 'no-console': 'off' },
	},
);
