/** The page on which learning begins: what waits to be sent is sent, so that it counts. */
import { sendWaiting } from "./attempt_queue.js";

void sendWaiting();
