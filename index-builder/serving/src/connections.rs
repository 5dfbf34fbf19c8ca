//! Accepts connections, and ends in good order.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::CorsLayer;

/// Delay after a failure to accept a connection.
pub const PAUSE: Duration = Duration::from_millis(100);

/// The time after which a connection has its last answer.
const LONGEST_CONNECTION: Duration = Duration::from_mins(5);

/// The largest head of a request in bytes.
const MOST_HEAD: usize = 16 << 10;

/// The limits of clients.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The number of open connections.
    pub connections: usize,
    /// The time for receiving the head of a request.
    pub receiving: Duration,
    /// The time that running answers have at the end.
    pub drain: Duration,
}

/// The open connections, as many as there may be.
struct Connections {
    limits: Limits,
    cors: Option<CorsLayer>,
    /// Each has a permit.
    permits: Arc<Semaphore>,
    /// Tells them when the process ends.
    end: watch::Sender<bool>,
}

/// Answers requests with `reply` until `end` is ready, then closes the listener, calls `ending`,
/// and finishes the running answers. Returns whether all were given in time.
///
/// Pages of other origins may read all replies as `cors` says. Every connection is a task of the caller's runtime. A panic of `reply` is an answer with status
/// 500.
pub async fn serve<R, A>(
    listener: TcpListener,
    limits: Limits,
    cors: Option<CorsLayer>,
    reply: R,
    end: impl Future<Output = ()>,
    ending: impl FnOnce(),
) -> bool
where
    R: Fn(SocketAddr, Request<Incoming>) -> A + Clone + Send + Sync + 'static,
    A: Future<Output = Response<Full<Bytes>>> + Send + 'static,
{
    let connections = Connections {
        limits,
        cors,
        permits: Arc::new(Semaphore::new(limits.connections)),
        end: watch::Sender::new(false),
    };
    tokio::select! {
        () = connections.accept(&listener, &reply) => {}
        () = end => {}
    }
    ending();
    // Nobody can connect any longer.
    drop(listener);
    connections.end().await
}

impl Connections {
    async fn accept<R, A>(&self, listener: &TcpListener, reply: &R)
    where
        R: Fn(SocketAddr, Request<Incoming>) -> A + Clone + Send + Sync + 'static,
        A: Future<Output = Response<Full<Bytes>>> + Send + 'static,
    {
        loop {
            // The semaphore is never closed.
            let Ok(permit) = Arc::clone(&self.permits).acquire_owned().await else {
                return;
            };
            let Ok((stream, peer)) = listener.accept().await else {
                // Most likely, too many files are open, and some will be closed.
                sleep(PAUSE).await;
                continue;
            };
            let (limits, cors) = (self.limits, self.cors.clone());
            let (reply, end) = (reply.clone(), self.end.subscribe());
            tokio::spawn(async move {
                converse(limits, cors, reply, stream, peer, end).await;
                drop(permit);
            });
        }
    }

    /// Waits for the running answers, and returns whether all were given in time.
    async fn end(&self) -> bool {
        self.end.send_replace(true);
        let all = u32::try_from(self.limits.connections).unwrap_or(u32::MAX);
        timeout(self.limits.drain, self.permits.acquire_many(all))
            .await
            .is_ok()
    }
}

/// Answers the requests of a connection, until it has lived long enough or the process ends.
async fn converse<R, A>(
    limits: Limits,
    cors: Option<CorsLayer>,
    reply: R,
    stream: TcpStream,
    peer: SocketAddr,
    mut end: watch::Receiver<bool>,
) where
    R: Fn(SocketAddr, Request<Incoming>) -> A + Clone + Send + Sync + 'static,
    A: Future<Output = Response<Full<Bytes>>> + Send + 'static,
{
    // An answer is one piece, which need not wait for more.
    let _ = stream.set_nodelay(true);
    let service = tower::service_fn(move |request: Request<Incoming>| {
        let answer = reply(peer, request);
        async move { Ok::<_, Infallible>(answer.await) }
    });
    let service = ServiceBuilder::new()
        .option_layer(cors)
        .layer(CatchPanicLayer::new())
        .service(service);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.receiving)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // The visitor may have closed the connection, so the error is ignored.
        _ = connection.as_mut() => return,
        () = sleep(LONGEST_CONNECTION) => {}
        _ = end.wait_for(|end| *end) => {}
    }
    connection.as_mut().graceful_shutdown();
    // A client that does not read its answer ends here.
    let _ = timeout(limits.drain, connection).await;
}
