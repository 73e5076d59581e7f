/**
 * Whether the body of an answer is no JSON object or list: a page of a proxy, or of a program that is
 * starting, where a destination would answer. The service is not known to look at bodies.
 */
export function isPage(text: string): boolean {
	if (text.trim() === '') return false;
	try {
		const body: unknown = JSON.parse(text);
		return typeof body !== 'object';
	} catch {
		return true;
	}
}
