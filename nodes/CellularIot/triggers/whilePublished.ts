import type { ITriggerResponse } from 'n8n-workflow';

/**
 * Does a job again and again, in n8n's leading process, until the workflow is unpublished: the signal
 * is aborted then. The job handles its errors.
 */
export function whilePublished(job: (signal: AbortSignal) => Promise<void>): ITriggerResponse {
	const end = new AbortController();
	const repeat = async () => {
		while (!end.signal.aborted) await job(end.signal);
	};
	void repeat();
	return { closeFunction: async () => end.abort() };
}
