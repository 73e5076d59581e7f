/** The text of a script. */
declare module '*.lua' {
	const script: string;
	export default script;
}
