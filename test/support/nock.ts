import nock from 'nock';

/* Only expected requests: no request of a file that imports this leaves the machine. */

beforeAll(() => {
	if (!nock.isActive()) nock.activate();
	nock.disableNetConnect();
});
afterEach(() => nock.cleanAll());
afterAll(() => {
	nock.emitter.removeAllListeners('no match');
	nock.restore();
});

export default nock;
