import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { CredentialStore } from '../../support/credentials';
import { credentialTypes } from '../../support/n8n/n8n';

/** One file per credential, read at each access. */
class Folder extends Map<string, ICredentialDataDecryptedObject> {
	constructor(private readonly path: string) {
		super();
	}

	override get(id: string): ICredentialDataDecryptedObject | undefined {
		const file = join(this.path, id);
		if (!existsSync(file)) return undefined;
		return JSON.parse(readFileSync(file, 'utf8')) as ICredentialDataDecryptedObject;
	}

	override set(id: string, fields: ICredentialDataDecryptedObject): this {
		const whole = join(this.path, `${id}.${process.pid}`);
		writeFileSync(whole, JSON.stringify(fields));
		renameSync(whole, join(this.path, id));
		return this;
	}
}

/** Credentials shared by several processes, like those in n8n's database. */
export class FolderStore extends CredentialStore {
	override readonly data: Folder;

	constructor(path: string) {
		super(credentialTypes());
		this.data = new Folder(path);
	}
}
