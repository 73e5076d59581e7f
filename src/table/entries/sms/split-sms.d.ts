declare module 'split-sms' {
	export function split(
		message: string,
		options?: { characterset?: 'GSM' | 'Unicode' },
	): {
		characterSet: 'GSM' | 'Unicode';
		/** For GSM, the number of septets. */
		bytes: number;
		parts: Array<{ content: string; length: number; bytes: number }>;
	};
}
