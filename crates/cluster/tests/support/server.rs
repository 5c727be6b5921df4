//! A real nats-server on a free port of this machine, for tests. Several test programs include this file.

use std::io::Read;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server with a folder of its own, gone when this is dropped.
pub(crate) struct Server {
    folder: tempfile::TempDir,
    port: u16,
    listens: &'static str,
    arguments: Vec<String>,
    child: Child,
}

impl Server {
    /// A server that lets everyone in.
    pub(crate) fn start() -> Server {
        Server::with(&["-js"])
    }

    /// A server with these arguments. Passwords of the accounts in `experiments/hub` are their names.
    pub(crate) fn with(arguments: &[&str]) -> Server {
        Server::listening("127.0.0.1", arguments)
    }

    /// The same at another address of this machine.
    pub(crate) fn listening(listens: &'static str, arguments: &[&str]) -> Server {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let folder = tempfile::tempdir().expect("a folder");
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let child = run(folder.path(), listens, port, &arguments);
        let server = Server { folder, port, listens, arguments, child };
        server.wait();
        server
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn url_of(&self, user: &str) -> String {
        format!("nats://{user}:{user}@127.0.0.1:{}", self.port)
    }

    /// Kills the server, without a warning.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Starts it again on its folder.
    pub(crate) fn restart(&mut self) {
        self.child = run(self.folder.path(), self.listens, self.port, &self.arguments);
        self.wait();
    }

    /// Starts it again after a kill, without what it had kept.
    #[allow(dead_code, reason = "only one of the test programs does that")]
    pub(crate) fn restart_empty(&mut self) {
        self.folder = tempfile::tempdir().expect("a folder");
        self.restart();
    }

    fn wait(&self) {
        let begun = Instant::now();
        let mut first = [0; 4];
        while !TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))
            .is_ok_and(|mut stream| stream.read_exact(&mut first).is_ok() && first == *b"INFO")
        {
            assert!(begun.elapsed() < Duration::from_secs(20), "nats-server does not start; is it installed?");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn run(folder: &Path, listens: &str, port: u16, arguments: &[String]) -> Child {
    let program = if Path::new("/usr/sbin/nats-server").exists() { "/usr/sbin/nats-server" } else { "nats-server" };
    let mut command = Command::new(program);
    command.args(arguments).args(["-a", listens, "-p", &port.to_string()]).arg("-sd").arg(folder);
    for role in ["coordinator", "worker", "onlooker"] {
        command.env(format!("{}_PASSWORD", role.to_uppercase()), role);
    }
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("nats-server is installed")
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have been killed before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
