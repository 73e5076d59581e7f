/*
 * Keys of records in a short text: ids of one list lie close together, so that the distance to the
 * one before takes two or three letters where the id would take ten.
 */

/** `u` and `e` with the distances of their ids, in base 36. */
export function packKeys(keys: string[]): string {
	const kinds = new Map<string, bigint[]>();
	for (const key of keys) {
		const kind = key[0]!;
		const ids = kinds.get(kind);
		const id = BigInt(key.slice(1));
		if (ids) ids.push(id);
		else kinds.set(kind, [id]);
	}
	const lists = [...kinds].map(([kind, ids]) => {
		ids.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
		const gaps = ids.map((id, index) => (id - (ids[index - 1] ?? 0n)).toString(36));
		return kind + gaps.join(',');
	});
	return lists.join(';');
}

const ofBase36 = (text: string): bigint => {
	if (text.length < 11) return BigInt(parseInt(text, 36));
	return [...text].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
};

/** The keys in a text of {@link packKeys}, by kind and ID. */
export function unpackKeys(text: string): string[] {
	if (text === '') return [];
	return text.split(';').flatMap((list) => {
		let id = 0n;
		return list
			.slice(1)
			.split(',')
			.map((gap) => list[0]! + String((id += ofBase36(gap))));
	});
}
