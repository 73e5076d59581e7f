import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import type { WebhookWorkflow } from '../../../support/n8n/triggers';

/** Where the simulator's pushes enter a workflow: an HTTP server before {@link WebhookWorkflow}. */
export class Door {
	/** Items of the runs, one list a run. */
	readonly runs: IDataObject[][] = [];
	readonly statuses: number[] = [];
	headers: IncomingHttpHeaders = {};
	/** Events between the run and the answer, such as a cut connection. */
	after: (answer: number) => number | 'cut' = (status) => status;
	private constructor(private readonly server: Server) {}

	static async open(workflowAt: (path: string) => WebhookWorkflow | undefined): Promise<Door> {
		const server = createServer((request, response) => {
			let text = '';
			request.on('data', (part: Buffer) => (text += String(part)));
			request.on('end', async () => {
				door.headers = request.headers;
				const [path = ''] = (request.url ?? '').split('?');
				const body: unknown = JSON.parse(text);
				const headers = request.headers as Record<string, string>;
				const mode = path.includes('-test/') ? ('manual' as const) : ('webhook' as const);
				const found = await workflowAt(path)?.deliver({ body, headers, mode });
				if (found?.items) door.runs.push(found.items);
				const status = door.after(found?.status ?? 404);
				door.statuses.push(status === 'cut' ? 0 : status);
				if (status === 'cut') return response.destroy();
				return response.writeHead(status).end('{}');
			});
		});
		const door = new Door(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return door;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Ids of all items, in the order they came. */
	get ids(): unknown[] {
		return this.runs.flat().map(({ id }) => id);
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
