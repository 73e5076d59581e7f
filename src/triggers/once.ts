const running = new Set<string>();

/**
 * Runs a job unless one with the same key is under way in this process; gives undefined then.
 * The key names workflow and node: two polls of one trigger never work side by side.
 */
export async function unlessRunning<T>(key: string, job: () => Promise<T>): Promise<T | undefined> {
	if (running.has(key)) return undefined;
	running.add(key);
	try {
		return await job();
	} finally {
		running.delete(key);
	}
}
