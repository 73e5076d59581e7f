import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { until } from '../../support/until';

/* A mail server on loopback that stores emails. */

const text = (mail: string) =>
	mail
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

export interface Mailbox {
	port: number;
	/** Waits for the n-th email, from 1. */
	mail: (number: number) => Promise<string>;
	/** The number of emails so far. */
	count: () => number;
	close: () => void;
}

export async function openMailbox(): Promise<Mailbox> {
	const mails: string[] = [];
	const server = createServer((socket) => {
		let data: string | undefined;
		let line = '';
		const say = (answer: string) => socket.write(`${answer}\r\n`);
		socket.on('error', () => {});
		socket.on('data', (chunk) => {
			for (const sign of chunk.toString('latin1')) {
				line += sign;
				if (!line.endsWith('\r\n')) continue;
				const command = line.slice(0, 4).toUpperCase();
				if (data !== undefined && line !== '.\r\n') data += line;
				else if (data !== undefined) {
					mails.push(text(data));
					data = undefined;
					say('250 kept');
				} else if (command === 'DATA') {
					data = '';
					say('354 go on');
				} else if (command === 'QUIT') socket.end('221 bye\r\n');
				else say('250 ok');
				line = '';
			}
		});
		say('220 mailbox');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const mail = async (number: number) =>
		await until(`mail ${number}`, () => mails[number - 1], 300, 200);
	const { port } = server.address() as AddressInfo;
	return { port, mail, count: () => mails.length, close: () => server.close() };
}

/** Credentials of n8n for a mailbox. */
export const smtpOf = ({ port }: Mailbox) => ({
	smtp: { host: '127.0.0.1', port, secure: false, disableStartTls: true },
});

/** The text of the file that is attached to an email. */
export function attachedTo(mail: string): string {
	const [, file] = /Content-Disposition: attachment[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(mail) ?? [];
	if (file === undefined) throw new Error(`no file in ${mail}`);
	return Buffer.from(file, 'base64').toString();
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Clicks the button of an email that approves, or the one that declines. */
export async function press(mail: string, approved: boolean): Promise<void> {
	const links = [...mail.matchAll(/href="([^"]+)"/g)].map(([, link]) =>
		link!.replaceAll('&amp;', '&'),
	);
	const link = links.find((address) => address.includes(`approved=${approved}`));
	if (!link) throw new Error(`no button in ${mail}`);
	await fetch(link, { headers: { 'User-Agent': BROWSER } });
}
