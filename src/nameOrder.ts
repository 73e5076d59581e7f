/**
 * The order of two names in a list, whatever their case. Used instead of `localeCompare`: forms are sorted at
 * n8n's start, where the first comparison by locale loads language rules, which takes a twelfth of the package's time.
 * @returns less than 0 where `a` comes first, 0 for the same name
 */
export function compareNames(a: string, b: string): number {
	const [first, second] = [a.toLowerCase(), b.toLowerCase()];
	if (first !== second) return first < second ? -1 : 1;
	if (a === b) return 0;
	// Small letters come before capitals.
	return a > b ? -1 : 1;
}
