// The real one, where a test replaces it.
const { setImmediate } = globalThis;

/** Lets the event loop turn so many times: code that has all it needs goes on in the meantime. */
export async function turns(count = 100): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
