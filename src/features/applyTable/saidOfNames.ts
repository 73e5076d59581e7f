import type { Call } from '../../table/define';

/** Most notes about single names; a table may have a million. */
const MOST_SAID = 20;

/** Notes that names were taken for those of things in another spelling, as far as a person reads them. */
export function saidOfNames(call: Pick<Call, 'note'>): (sentence: string | undefined) => void {
	const said = new Set<string>();
	return (sentence) => {
		if (sentence === undefined || said.has(sentence) || said.size > MOST_SAID) return;
		said.add(sentence);
		call.note(
			said.size > MOST_SAID
				? 'More names were taken for those of things in another spelling'
				: sentence,
		);
	};
}
