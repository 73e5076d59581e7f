declare module 'split-sms' {
	export function split(message: string): {
		characterSet: 'GSM' | 'Unicode';
		parts: Array<{ content: string; length: number; bytes: number }>;
	};
}
