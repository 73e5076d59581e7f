import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

const { configs } = n8nCommunityNodesPlugin;

const ZOD = {
	selector:
		'ImportDeclaration[source.value=/^zod/] :matches(ImportSpecifier[imported.name="z"], ImportDefaultSpecifier)',
	message: 'Write `import * as z`: these names bring all of zod into the package.',
};

/** Forms that save lines and cost the reader a second look. */
const PACKED = [
	{
		selector: 'SpreadElement > :matches(ArrayExpression, ObjectExpression)',
		message: 'Write the elements themselves: a spread literal hides repeated keys.',
	},
	{
		selector: 'TSAsExpression > TSAsExpression.expression',
		message: 'A double assertion turns the compiler off. Disable this rule with the reason.',
	},
	{
		selector: 'ForStatement[update=null]:matches([init!=null], [test!=null])',
		message: 'Write a `while`.',
	},
	{
		selector:
			':matches(ForStatement, WhileStatement) > .test:matches(AssignmentExpression), ForStatement > .test :matches(AssignmentExpression, UpdateExpression, AwaitExpression)',
		message: 'Move the work from the header of the loop into its body.',
	},
	{
		selector: 'ForStatement > .update:not(UpdateExpression, AssignmentExpression)',
		message: 'Move the work from the header of the loop into its body.',
	},
];

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
			'@typescript-eslint/no-shadow': 'error',
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/consistent-type-imports': 'error',
			'no-console': 'error',
			'no-sequences': ['error', { allowInParentheses: false }],
			'no-restricted-syntax': ['error', ZOD, ...PACKED],
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
