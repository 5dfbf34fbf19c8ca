//! `soru mcp`: offers a bundle's search and answers to assistants as tools, by the Model Context
//! Protocol over standard input and output.
//!
//! The library `rmcp` implements the protocol; this module defines the tools (`tools.rs`) and asks
//! the bundle. It writes and fetches nothing: an assistant sees only what any visitor of the site
//! may read.

mod tools;

use std::path::Path;
use std::sync::mpsc;
use std::thread;

use anyhow::Context;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::io::stdio_pipes;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use self::tools::Tool;
use crate::bundle::Bundle;

/// The instructions to assistants about all tools.
const INSTRUCTIONS: &str = "Search and answers of one website, from its own pages and its table of checked facts. Ask \
     for answers in the visitor's language, cite the addresses that come with them, and say so if there is no answer.";

/// Serves a bundle until the assistant closes the connection.
///
/// # Errors
/// If the bundle cannot be read, or the connection breaks.
pub fn serve(folder: &Path) -> anyhow::Result<()> {
    let server = Server::open(folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let running = server.serve(stdio_pipes()).await;
        running
            .context("the assistant sent no `initialize` request")?
            .waiting()
            .await?;
        Ok(())
    })
}

/// A question for the thread that owns the bundle.
struct Call {
    tool: Tool,
    arguments: Map<String, Value>,
    reply: oneshot::Sender<anyhow::Result<Value>>,
}

/// The tools of one bundle. An engine must stay on one thread, so the bundle has a dedicated
/// thread.
struct Server {
    calls: mpsc::Sender<Call>,
}

impl Server {
    fn open(folder: &Path) -> anyhow::Result<Self> {
        let (calls, received) = mpsc::channel::<Call>();
        let (opened, is_open) = mpsc::channel();
        let folder = folder.to_owned();
        thread::spawn(move || {
            let bundle = match Bundle::open(&folder) {
                Ok(bundle) => bundle,
                Err(error) => return opened.send(Err(error)).unwrap_or_default(),
            };
            let _ = opened.send(Ok(()));
            for call in received {
                // The caller may have stopped waiting.
                let _ = call.reply.send(call.tool.run(&bundle, &call.arguments));
            }
        });
        is_open
            .recv()
            .context("the bundle's thread has stopped")??;
        Ok(Self { calls })
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("soru", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = Tool::ALL.into_iter().map(Tool::described);
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = Tool::named(&request.name) else {
            let names = Tool::ALL.map(Tool::name).join(", ");
            let message = format!("no tool `{}`; the tools are {names}", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let (reply, answer) = oneshot::channel();
        let arguments = request.arguments.unwrap_or_default();
        let call = Call {
            tool,
            arguments,
            reply,
        };
        let gone = || ErrorData::internal_error("the bundle's thread has stopped", None);
        self.calls.send(call).map_err(|_| gone())?;
        let result = match answer.await.map_err(|_| gone())? {
            Ok(value) => CallToolResult::structured(value),
            Err(error) => CallToolResult::error(vec![ContentBlock::text(format!("{error:#}"))]),
        };
        Ok(result.into())
    }
}
