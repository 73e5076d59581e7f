/** The icon of triggers; paths start at the file of a node. */
export const triggerIcon = {
	light: 'file:../../icons/cellularIotTrigger.svg',
	dark: 'file:../../icons/cellularIotTrigger.dark.svg',
} as const;
