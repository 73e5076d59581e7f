import type { Call } from '../../table/define';

/** Most notes of one kind; a table may have a million rows. */
const MOST_SAID = 20;

/** Notes about single rows, as far as a person reads them: `more` stands for those that are left out. */
export function someNotes(
	call: Pick<Call, 'note'>,
	more: string,
): (sentence: string | undefined) => void {
	const said = new Set<string>();
	return (sentence) => {
		if (sentence === undefined || said.has(sentence) || said.size > MOST_SAID) return;
		said.add(sentence);
		call.note(said.size > MOST_SAID ? more : sentence);
	};
}

/** What stands for further notes on names. */
export const MORE_NAMES = 'More names were taken for those of things in another spelling';
